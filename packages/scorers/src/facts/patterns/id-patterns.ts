import type { FactPattern } from '../fact.ts';

/** Numbers with a unit or suffix, which are not ids: 20gb, 1st, 30-minute, 55x40. */
const WITH_UNIT =
  /^\d+(?:st|nd|rd|th|er|ème|eme|[kmgt]b|[cmk]?m|[mk]?g|m?l|h|hrs?|min|ms|s|[mk]?wh?|v|x(?:\d+)?(?:x\d+[a-z]*)?|(?:-[a-z]+)+)$/;
/** m² and CO₂ are words, not ids. */
const NO_ID = /^(?:[cmk]?m[23]|co2)$/;

export const ID_PATTERNS: readonly FactPattern[] = [
  {
    // ab-1293, w-30951, v1.2.3, a uuid: digits and letters mixed
    pattern:
      /(?<![a-z0-9]|\d[.,])(?=[a-z0-9_-]{0,40}\d)(?=[\d_-]{0,40}[a-z])[a-z0-9]+(?:[-_][a-z0-9]+|\.\d+){0,8}/g,
    read([id = '']) {
      if (WITH_UNIT.test(id)) return undefined;
      if (NO_ID.test(id)) return [];
      return /\d/.test(id) && /[a-z]/.test(id) ? [{ kind: 'id', value: id }] : undefined;
    },
  },
];

const LINK = /(?:https?:\/\/(?:www\.)?|(?<![a-z0-9])www\.)([^\s<>"()[\]{}]+)/g;

export const LINK_PATTERNS: readonly FactPattern[] = [
  { needs: '://', pattern: LINK, read: readLink },
  { needs: 'www.', pattern: LINK, read: readLink },
  {
    needs: '@',
    pattern: /[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})/g,
    read: ([email = '']) => [{ kind: 'email', value: email }],
  },
];

/** Drops the scheme, `www.` and a trailing slash, so that equal pages have equal values. */
function readLink([, address = '']: readonly (string | undefined)[]): ReturnType<
  FactPattern['read']
> {
  let end = address.length;
  while (end > 0 && `.,;:!?'/*`.includes(address.charAt(end - 1))) end -= 1;
  return [{ kind: 'url', value: address.slice(0, end) }];
}
