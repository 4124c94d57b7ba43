// Stop words by language. A query of stop words only is rejected, unless it is quoted.
import { foldWord } from './words.ts';

const wordsByLanguage: Record<string, string> = {
  en: 'a about also an and any are as at be been but by can could did do does ever for from had has have he her his how i if in into is it its just me my no nor not of on or our she should say says so tell than that the their them then there these they this those to us was we were what when where which who whom whose why will with would you your',
  de: 'aber alle als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dies diese dieser dieses dir du ein eine einem einen einer eines er es für gab gibt hat haben habt hast ich ihr im in ist ja kann man mein mich mir mit nach nicht noch nur ob oder sag sagen sagt sein sich sie sind so über um und uns vom von wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer weshalb wie wieso wir wird wo woher worüber wozu wurde wurden zu zum zur',
  es: 'a al como con cual de del donde e el ella en es esa ese esta este fue ha hay la las le lo los mas me mi muy no nos o para pero por que quien se si sin sobre son su sus también te tu un una y ya yo',
  fr: 'à au aux avec ce ces cette comme dans de des du elle en est et eux il ils je la le les leur lui ma mais me mes moi mon ne nos notre nous on ou où par pas pour qu que qui sa se ses si son sur ta te tes tu un une vos votre vous y',
};

const setsByLanguage = new Map(
  Object.entries(wordsByLanguage).map(([name, words]) => [name, new Set(words.split(' ').map(foldWord))]),
);

/** Returns true for a stop word of a BCP 47 language or of English, which agents use in every room. */
export const isStopWord = (word: string, language: string): boolean =>
  [language.toLowerCase().split('-')[0]!, 'en'].some((name) => setsByLanguage.get(name)?.has(foldWord(word)));
