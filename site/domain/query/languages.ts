// Languages of questions: their grammars, and how the language of a sentence is recognized.
import { needsSegmentation } from '../search/segment-keywords.ts';
import { foldWord, splitWords } from '../search/words.ts';
import { compileGrammar, type CompiledGrammar } from './grammar.ts';
import { english } from './grammars/en.ts';
import { german } from './grammars/de.ts';
import { arabic, french, italian, portuguese, spanish } from './grammars/others.ts';

export const grammars: Record<string, CompiledGrammar> = Object.fromEntries(
  [english, german, french, spanish, italian, portuguese, arabic].map((grammar) => [
    grammar.language,
    compileGrammar(grammar),
  ]),
);

/**
 * Returns the language whose grammar knows most words of a sentence; the language of the room if several know the
 * same number, or none knows any.
 */
export function detectLanguage(sentence: string, roomLanguage: string): { language: string; isKnown: boolean } {
  const [room = 'en'] = roomLanguage.toLowerCase().split('-');
  if (needsSegmentation(sentence, room) || (room !== 'zh' && /^[\p{Script=Han}。！？?!]+$/u.test(sentence)))
    return { language: 'ja', isKnown: true };
  const words = splitWords(sentence.slice(0, 2000)).map(foldWord);
  const countKnownWords = (language: string): number => {
    const { meanings, months } = grammars[language]!;
    return words.filter((word) => meanings.has(word) || months.has(word)).length;
  };
  const rankedLanguages = Object.keys(grammars)
    .map((language) => ({
      language,
      count: countKnownWords(language) + (language === room ? 0.5 : language === 'en' ? 0.2 : 0),
    }))
    .sort((a, b) => b.count - a.count);
  if (rankedLanguages[0]!.count >= 1) return { language: rankedLanguages[0]!.language, isKnown: true };
  return { language: room === 'ja' ? 'en' : room, isKnown: false };
}
