// Grammar of German questions.
import { type Grammar, languageRows } from '../grammar.ts';

export const german: Grammar = {
  language: 'de',
  months:
    'januar|jänner|jan februar|feb märz|maerz april|apr mai juni|jun juli|jul august|aug september|sept oktober|okt november|nov dezember|dez',
  seasons: 'frühjahr|frühling sommer herbst winter',
  rows: [
    ['type', 'article', 'artikel essay aufsatz'],
    ['types', 'article', 'artikeln aufsätze essays'],
    ['type', 'episode', 'folge episode podcast podcastfolge podcast-folge'],
    ['types', 'episode', 'folgen episoden podcasts podcastfolgen podcast-folgen'],
    ['type', 'video', 'video film clip'],
    ['types', 'video', 'videos filme filmen clips'],
    ['type', 'stream', 'stream livestream'],
    ['types', 'stream', 'streams livestreams'],
    ['type', 'episode video', 'aufnahme'],
    ['types', 'episode video', 'aufnahmen'],
    ['type', 'timeline', 'veranstaltung auftritt termin'],
    ['types', 'timeline', 'veranstaltungen auftritte auftritten termine'],
    ['items', 'one', 'beitrag eintrag post veröffentlichung'],
    [
      'items',
      '',
      'beiträge beiträgen einträge einträgen posts veröffentlichungen alles etwas was irgendwas irgendetwas',
    ],
    ['noun', 'one', 'brief notiz werk blatt text ausgabe tagebuch bild zeichnung nachricht meldung'],
    [
      'noun',
      '',
      'arbeiten kunstwerke gemälde briefe briefen notizen werke werken blätter blättern texte texten ausgaben tagebücher bilder bildern zeichnungen nachrichten meldungen',
    ],
    ['order', 'newest', 'neueste neuesten neuester neuestes jüngste jüngsten aktuelle aktuellste zuletzt'],
    ['order', 'newest weak', 'neues neue neuen letzte letzten letzter letztes'],
    ['order', 'oldest', 'älteste ältesten ältester ältestes frühesten allererste'],
    ['order', 'oldest weak', 'erste ersten erster erstes'],
    ['order', 'longest', 'längste längsten längster längstes'],
    ['order', 'shortest', 'kürzeste kürzesten kürzester kürzestes'],
    ['how many', '', 'wie_viele wieviele wie_viel wieviel wie_vielen anzahl anzahl_der'],
    ['asks', 'person', 'wer wem wen wessen'],
    ['asks', 'place', 'wo woher wohin'],
    ['asks', 'since', 'seit_wann'],
    ['asks', 'time', 'wann um_wie_viel_uhr uhrzeit'],
    ['asks', 'price', 'wie_teuer'],
    ['asks', 'price free', 'kostet kosten preis preise honorar'],
    ['asks', 'size', 'wie_groß wie_gross wie_hoch wie_tief wie_breit wie_dick wie_weit'],
    ['asks', 'weight', 'wie_schwer'],
    ['asks', 'speed', 'wie_schnell'],
    ['asks', 'length', 'wie_lang wie_lange'],
    ['asks', 'age', 'wie_alt ihr_alter sein_alter'],
    ['asks', 'frequency', 'wie_oft wie_häufig'],
    ['asks', 'reason', 'warum weshalb wieso'],
    ['asks', 'manner', 'wie'],
    ['asks', 'thing', 'was welche welchem welchen welcher welches womit woraus wo_finde_ich wo_kann_ich wo_finden_wir'],
    ['auxiliary', 'have', 'hat haben hast habt hatte'],
    ['auxiliary', '', 'ist sind war waren kann können könnte gibt gab gibt_es wird wurde wurden darf soll'],
    ['not', '', 'nicht ohne außer ausser ausgenommen abgesehen_von bis_auf weder noch_nicht nicht_mehr'],
    [
      'unknown',
      'negation',
      'kein keine keinen keinem keiner keines niemand niemanden niemandem niemals nirgends nirgendwo nichts nie sondern statt anstatt',
    ],
    [
      'unknown',
      '',
      `als mehr_als weniger_als beste besten bester bestes schlechteste größte grösste größten kleinste kleinsten höchste tiefste teuerste
      billigste meiste meisten wenigsten beliebteste beliebtesten bekannteste schönste wichtigste lustigste
      nur jede jeden jeder jedes
      mindestens höchstens genau gute guten zweite zweiten dritte dritten vorletzte lieblings länger kürzer ursprünglich`,
    ],
    ...languageRows,
    ['guest', '', 'gast'],
    ['hint', 'veranstalter', 'wir uns unser unsere unserem unseren unserer'],
    ['unknown', 'fact', 'wirklich tatsächlich'],
    ['number', '1', 'ein eine einen eins'],
    ['number', '2', 'zwei'],
    ['number', '3', 'drei'],
    ['number', '4', 'vier'],
    ['number', '5', 'fünf'],
    ['number', '6', 'sechs'],
    ['number', '7', 'sieben'],
    ['number', '8', 'acht'],
    ['number', '9', 'neun'],
    ['number', '10', 'zehn'],
    ['since', '', 'seit ab'],
    ['after', '', 'nach'],
    ['before', '', 'vor'],
    ['until', '', 'bis'],
    ['between', '', 'zwischen von vom'],
    ['and', '', 'und bis'],
    ['in', '', 'in im am aus vom des dem_jahr im_jahr aus_dem_jahr des_jahres'],
    ['half', '1', 'ersten_halbjahr erstes_halbjahr'],
    ['half', '2', 'zweiten_halbjahr zweites_halbjahr'],
    ['relative', 'today', 'heute'],
    ['relative', 'yesterday', 'gestern'],
    [
      'relative',
      'week',
      'letzte_woche letzten_woche letzter_woche vergangene_woche vergangenen_woche diese_woche dieser_woche letzten_7_tage letzten_sieben_tage',
    ],
    ['relative', 'thirty', 'letzten_30_tage letzten_dreißig_tage'],
    ['relative', 'month', 'diesen_monat diesem_monat'],
    ['relative', 'last month', 'letzten_monat letzter_monat vergangenen_monat'],
    ['relative', 'year', 'dieses_jahr diesem_jahr'],
    ['relative', 'last year', 'letztes_jahr letzten_jahr vergangenes_jahr'],
    ['season', 'last', 'letzten letztes letzter letztem vergangenen vergangenes vergangener'],
    ['season', 'this', 'diesen dieses diesem dieser'],
    ['status', 'live', 'live gerade_live'],
    [
      'status',
      'planned',
      'geplant geplante geplanten kommende kommenden kommender nächste nächsten nächster nächstes bevorstehende',
    ],
    ['status', 'open', 'frei kostenlos kostenlose'],
    ['status', 'source', 'für_abonnenten nur_für_abonnenten für_zahlende_leser'],
    [
      'self',
      '',
      'du dein deine sie ihr ihre ihrem ihren ihrer er sein seine seiner seinem seinen ihn ihm euch euer autor autorin künstlerin künstler seite website atelier newsletter kanal dahinter hinter',
    ],
    ['about', 'subject', 'über ueber erwähnt erwähnen behandelt behandeln thema worüber'],
    ['about', '', 'zu zum zur mit von vom ist sind war waren wurde wurden sagt'],
    ['link', '', 'der die das den dem des ein eine einen einem einer eines und oder'],
    [
      'frame',
      '',
      `aber alle allem allen aller am an andere auch auf aus bei beim bin bitte da dabei dann danke dar das dass dazu dem den denkt der des die dies
      diese diesem diesen dieser dieses dir doch dort durch ein eine einem einen einer eines entstanden
      erklärt erschienen
      dauert dauern derzeit heraus herausgekommen immer jetzt momentan online raus rausgekommen selber selbst
      erschien erscheint erzähl erzählt es finde finden findet für gab gefunden gehört gemacht gesagt
      geschrieben gesprochen
      gezeigt gibt habe hab handeln handelt hier hält ich in im ins insgesamt irgend ja jahr jahre jahren jemals kam
      kamen kennt können könnt laufen läuft mal man machen macht mein meine meinen meint meinung mich mir mit
      möchte monat muss nach noch
      nun nur ob oder sag sagen sagst sagt schon schreibt schreiben sehen sein seite sich sind so spricht
      sprechen stammen steht
      stehen stand steckt tag thema themen über um und uns unser unter veröffentlicht veröffentlichte viel
      viele vom von vor woche war
      waren wenn werden will wir wird wollen worüber wozu wurde wurden zeig zeige zu zum zur äußert befasst berichtet
      bisher aufgenommen guten hallo eigentlich gerade denn motive überhaupt zeigen gern archiv haben drin geht art heißt heißen titel tut tun interviewt`,
    ],
  ],
  classes: {
    german: 'interview gespräch termin auftritt vortrag buchung',
    arrange: 'vereinbaren ausmachen planen reservieren verabreden organisieren anfragen führen',
    modal: 'möchte* würde* will wollen hätte* kann können könnte* darf dürfen dürfte*',
    ours: 'uns mir unser* mein*',
    one: 'ein einen eine den das die',
  },
  acts: [
    ['cancel', `buchung|termin|anfrage ... stornieren|absagen|zurückziehen`],
    [
      'booking',
      `^ [bitte] [<one>] <german> ... <arrange> $
      ^ [bitte] buche|buchen|vereinbare|vereinbaren|reserviere|reservieren|plane|planen|organisiere|organisieren [sie] [bitte] [mir|uns] <one> [?] <german>
      ^ bitte um ein interview $
      ^ [eine|unsere|meine] interviewanfrage|interview-anfrage|buchungsanfrage|buchung $
      ich|wir <modal> ... sie|ihn|dich|euch|@name ... buchen|einladen|engagieren|interviewen
      ich|wir <modal> ... für <ours> ... buchen|einladen|engagieren|interviewen
      ich|wir <modal> ... als gast
      ich|wir <modal> ... <german> ... <arrange>
      <modal> ich|wir|man ... sie|ihn|dich|euch|@name ... buchen|einladen|engagieren|interviewen
      <modal> ich|wir|man sie|ihn|dich|euch|@name ... als gast
      <modal> ich|wir|man ... <german> ... <arrange>
      <modal> sie|du|er|@name ... <ours> ... zu|als gast
      <modal> sie|du|er|@name ... zu|als gast ... <ours>`,
    ],
    [
      'prepare',
      `interview|sendung|gespräch ... vorbereiten
      vorbereitung
      briefing`,
    ],
    ['feeds', `benachrichtig*\nabonnier*\nrss\nwebhook|webhooks`],
    [
      'guests',
      `wer ... zu gast
      welche|alle gäste
      wer war|waren ... im podcast
      ^ gäste $`,
    ],
    ['transcribe', `transkribier*`],
    [
      'availability',
      `ist|sind|wäre|wären sie|er|du|ihr|@name ... verfügbar|frei
      hat|haben|hätte|hätten|habt|hast sie|er|du|ihr|@name ... zeit`,
    ],
    [
      'phone',
      `telefonnummer
      telefon`,
    ],
    [
      'contact',
      `erreiche ich ... presse|sie|ihn|dich|euch|@name|atelier
      mail|email|e-mail $
      mailadresse|e-mail-adresse|emailadresse
      kontakt
      an wen ... wende*|wenden
      presse-kontakt|pressekontakt
      presseadresse`,
    ],
    [
      'press',
      `biografie|biographie|bio|kurzbiografie|lebenslauf
      pressemappe|pressefoto*|pressebild*|pressebild|pressebilder|pressematerial|pressestelle|pressekit
      porträt|porträts
      logo|logos`,
    ],
    [
      'rights',
      `darf ich|man ... zitieren|nachdrucken|übersetzen|verwenden|veröffentlichen|übernehmen|benutzen|nutzen
      lizenz
      nachdruck`,
    ],
    ['last talk', `letzte*|neueste*|jüngste* vortrag\nzuletzt ... vortrag|gesprochen|aufgetreten`],
    ['speaking', `honorar\nvortrag|vorträge`],
    ['topics', `welche themen\nworüber schreib*\nworüber sprich*|spreche*|berichte*`],
    [
      'personal',
      `wie alt|groß|reich ist|bist|sind sie|er|du|@name
      ist|bist|sind sie|er|du|@name verheiratet
      ihr|sein|dein|ihre|seine|deine geburtstag|privatadresse|gehalt|religion|mann|frau|kinder
      wo wohnt|wohnst`,
    ],
  ],
};
