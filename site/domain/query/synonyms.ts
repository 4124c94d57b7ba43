// Words of several languages that mean the same in questions about people and about what a room has.
import { foldWord } from '../search/words.ts';

const rows = [
  'born birth geboren geburt née nació nacida nato nata nascido nascida 生まれ 生まれた 出身',
  'studied study studies studying studiert studium studierte étudié estudió estudiado studiato estudou 学んだ',
  'taught teach teacher lehrer lehrerin teaches teaching unterrichtet unterrichtete lehrte lehrt enseigné enseñó insegnato ensinou 教えた',
  'live lives lived living wohnt lebt wohnhaft habite vit vive mora 住む 住んで 在住',
  'grew raised aufgewachsen grandi creció',
  'readers readership leser leserinnen lecteurs lectores lettori leitores 読者',
  'subscribers abonnenten abonnés suscriptores abbonati assinantes 購読者',
  'book books buch bücher livre livres libro libros libri livro livros 著書 本',
  'cost costs price prices priced fee pay paid pays charge charged zahlt zahlte bezahlt bezahlte payer payé pagó pagar kostet kosten preis preise prix coûte cuesta precio prezzo costa preço 値段 料金 購読料',
  'sold verkauft vendu vendue vendido vendida venduto venduta 売却',
  'sale sell sells selling verkaufen',
  'grandmother grandma granny gran großmutter oma grand-mère abuela nonna avó 祖母',
  'grandfather grandpa großvater opa grand-père abuelo nonno avô 祖父',
  'maths math mathematics mathematik mathématiques matemáticas matematica matemática 数学',
  'course courses class classes workshop kurs kurse cours curso corso',
  'museum museums museen musée musées museo musei museu 美術館',
  'cancelled canceled abgesagt ausgefallen annulé cancelado annullato',
  'award awards prize prizes medal honour auszeichnung premio prêmio prix 賞',
  'discovered found entdeckt gefunden découvert descubrió',
  'died dead death gestorben mort muerto morto 亡くなった',
  'press presse prensa stampa imprensa journalist journalistin journaliste periodista giornalista jornalista reporter newspaper paper zeitung 報道',
  'booking bookings buchung buchungen réservation reserva reservas prenotazione 予約',
  'profession job occupation beruf métier profesión mestiere professione profissão 職業 仕事 مهنة',
  'languages language sprachen sprache langues langue idiomas idioma lingue lingua línguas 言語 لغات',
  'requirements requirement need needs stage braucht benötigt technik besoin necesita serve precisa',
  'photo photos photographer picture pictures pressefoto pressefotos foto fotos fotograf fotografin photographe fotógrafo fotógrafa fotografo 写真',
  'downloads download abrufe téléchargements descargas',
  'guest guests gast gäste invité invités invitée invitées invitado invitados invitada invitadas ospite ospiti convidado convidados ゲスト',
  'email e-mail mail mailadresse',
  'colour color farbe couleur',
  'trader händler',
  'pronouns pronomen pronoms pronombres 代名詞',
  'pronunciation pronounce pronounced aussprache ausgesprochen 発音 読み方',
  'library librarian bibliothek bibliothèque biblioteca 図書館',
  'moon mond lune luna lua 月',
];

/** Number of rows, from the first, about the life of a person. */
const personalRows = 5;

const byWord = new Map<string, string[]>();
for (const row of rows) {
  const words = row.split(' ');
  for (const word of words) byWord.set(foldWord(word), words);
}

/** Returns other words with the same meaning. */
export const synonymsOf = (word: string): string[] =>
  (byWord.get(foldWord(word)) ?? []).filter((other) => foldWord(other) !== foldWord(word));

const personalWords = new Set(rows.slice(0, personalRows).flatMap((row) => row.split(' ').map(foldWord)));

/** Returns true for words about the life of a person, such as “born”. */
export const isPersonalWord = (word: string): boolean => personalWords.has(foldWord(word));

/** Words for kinds of works, which each room has names for. */
const families = [
  'letter letters brief briefe briefen lettre lettres carta cartas lettera lettere 手紙 便り だより たより',
  'note notes notiz notizen nota notas notas メモ',
  'work works painting paintings artwork artworks arbeiten kunstwerk kunstwerke gemälde gemälden print prints drawing drawings picture pictures werk werke werken blatt blätter blättern bild bilder bildern zeichnung zeichnungen œuvre œuvres oeuvre oeuvres obra obras opera opere 作品',
  'diary diaries log logs tagebuch tagebücher 日記',
].map((row) => row.split(' ').map(foldWord));

/** Returns all words of the kind that a word names. */
export const kindOfWork = (word: string): string[] => families.find((family) => family.includes(foldWord(word))) ?? [];
