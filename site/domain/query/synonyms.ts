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
  'salary wage wages earn earns earned pay paid gehalt lohn verdient verdienen bezahlt salaire gagne gagné payé touché sueldo stipendio',
  'income revenue turnover takings earnings einnahmen einkünfte umsatz eingenommen recettes revenus ingresos entrate',
  'expenses spend spends spent spending cost costs ausgaben ausgegeben kosten dépenses dépense dépensé gastos',
  'loss losses lost lose deficit verlust verloren perte pertes perdu',
  'fee fees charge charges rates honorarium honorar honorare gage gebühr tarif tarifs cachet kostet verlangt nimmt',
  'fly flies flew flight flights plane planes airport flug flüge fliegen fliegt flieger flugzeug avion',
  'train trains rail zug züge bahn',
  'travel travels journey trip reise reisen reist anreise anfahrt voyage déplacement',
  'accommodation hotel overnight unterkunft übernachtung hébergement logement',
  'advance ahead early notice weeks vorlauf voraus früh wochen avance délai',
  'stage platform bühne podium scène plateau',
  'furniture chair chairs sofa table möbel stuhl stühle meubles chaise chaises',
  'audience crowd spectators listeners publikum zuhörer zuschauer besucher spectateurs auditeurs',
  'handles responsible manages manager agent agency zuständig kümmert managerin agentur gère responsable occupe',
  'refuse refuses reject decline ablehnen lehnt ablehnt refuser',
  'retract retracted correct corrected correction error mistake wrong korrektur korrigiert berichtigung irrtum fehler geirrt erreur erratum corrigé trompé',
  'rethink reconsider opinion mind wrong meinung umgestimmt geändert geirrt avis tort renié changé',
  'cancelled canceled cancel abandoned scrapped called off abgesagt ausgefallen gestrichen gescheitert annulé annulée abandonné échoué échouer',
  'start started begin began begun beginning launched founded beginn begann angefangen gegründet gestartet anfang commencé début fondé créé',
  'end ended stop stopped quit closed ende endet aufgehört geschlossen fin fini arrêté fermé',
  'break pause holiday hiatus urlaub ferien vacances',
  'job work worked profession occupation beruf arbeit gearbeitet métier travail travaillé',
  'pet pets dog cat hund katze haustier chien chat',
  'edit edits edited editor cuts cut schnitt schneidet geschnitten montage',
  'film films filmed filming camera kamera gefilmt filmt dreht caméra',
  'advertising advert adverts ads sponsor sponsors werbung reklame sponsoren publicité',
  'supporters members membership subscribers subscription abonnenten mitglieder abo abonnement abonnés membres',
  'tickets ticket entry admission karten eintritt billets billet entrée',
  'children child kids kid kinder kind enfants enfant',
  'school schools pupils schule schulen schüler école écoles élèves',
  'buy buys bought purchase gekauft kauft kaufen acheté acheter',
  'instructions tutorial tutorials manual anleitung',
  'owner owns landlord lets eigentümer besitzer vermieter vermietet propriétaire',
  'mother mum mom mutter mère',
  'father dad vater père',
  'husband wife married mann frau verheiratet mari femme épouse',
  'sister schwester sœur',
  'brother bruder frère',
  'interview interviews conversation gespräch entretien',
  'suggest suggestion pitch idea vorschlag vorschlagen proposer',
  'ill sick illness krank krankheit malade',
  'assistant helper colleague mitarbeiter mitarbeiterin kollegin assistentin collègue',
  'size metres measures größe taille dimensions mètres',
  'newspaper magazine zeitung tagblatt journal',
  'town city village stadt ort dorf ville',
  'flat apartment wohnung appartement',
  'jury judge judging moderate moderating moderieren jurorin',
  'lecture talk talks speech vortrag vorträge conférence',
  'reading reads lesung liest',
  'organiser organisers organizers promoters producers bookers bookings veranstalter veranstaltern veranstalterinnen redaktionen programmateurs organisateurs organizadores organizzatori',
];

const byWord = new Map<string, string[]>();
for (const row of rows) {
  const words = row.split(' ');
  for (const word of words.map(foldWord)) byWord.set(word, [...(byWord.get(word) ?? []), ...words]);
}

/** Returns other words with the same meaning. */
export const synonymsOf = (word: string): string[] =>
  (byWord.get(foldWord(word)) ?? []).filter((other) => foldWord(other) !== foldWord(word));

/** Words for kinds of works, which each room has names for. */
const families = [
  'letter letters brief briefe briefen lettre lettres carta cartas lettera lettere 手紙 便り だより たより',
  'note notes notiz notizen nota notas notas メモ',
  'work works painting paintings artwork artworks arbeiten kunstwerk kunstwerke gemälde gemälden print prints drawing drawings picture pictures werk werke werken blatt blätter blättern bild bilder bildern zeichnung zeichnungen œuvre œuvres oeuvre oeuvres obra obras opera opere 作品',
  'diary diaries log logs tagebuch tagebücher 日記',
].map((row) => row.split(' ').map(foldWord));

/** Returns all words of the kind that a word names. */
export const kindOfWork = (word: string): string[] => families.find((family) => family.includes(foldWord(word))) ?? [];
