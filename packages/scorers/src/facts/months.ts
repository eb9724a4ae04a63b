/**
 * Month names and abbreviations in English, German, French, Spanish and Italian. Left out are abbreviations that are
 * words elsewhere: Italian `gen`, `set`, `lug`, Spanish `ago`.
 */
const NAMES: readonly string[] = [
  'january jan januar jänner janvier janv enero ene gennaio',
  'february feb februar février févr fevrier febrero febbraio',
  'march mar märz mär mrz mars marzo',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag',
  'june jun juni juin junio giugno giu',
  'july jul juli juillet juil julio luglio',
  'august aug août aout agosto',
  'september sep sept septembre septiembre settembre sett',
  'october oct oktober okt octobre octubre ottobre ott',
  'november nov novembre noviembre',
  'december dec dezember dez décembre déc decembre diciembre dic dicembre',
];

export const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);
