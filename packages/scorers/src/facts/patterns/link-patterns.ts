import type { FactPattern } from '../fact.ts';

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
