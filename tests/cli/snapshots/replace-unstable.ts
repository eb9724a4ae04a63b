/** Replaces values that differ between runs: addresses, ids, times and durations. Columns of ids keep their width. */
export function replaceUnstable(): (text: string) => string {
  const ids: string[] = [];
  const nameId = (id: string): string => {
    const short = id.slice(0, 18);
    if (!ids.includes(short)) ids.push(short);
    const number = String(ids.indexOf(short) + 1).padStart(3, '0');
    return `00000000-0000-7${number}${id.length > 18 ? '-8000-000000000000' : ''}`;
  };
  return (text) =>
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}(?:-[0-9a-f]{4}-[0-9a-f]{12})?/g, nameId)
      .replaceAll(/Node \d+\.\d+\.\d+/g, 'Node VERSION')
      .replaceAll(/\/tmp\/fairtrial-snapshots-\w+/g, 'FOLDER')
      .replaceAll(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:PORT')
      .replaceAll(/^(.*Latency p\d\d).*$/gm, '$1  TIME  TIME  CHANGE')
      .replaceAll(/\d+ min \d+ s\b|\b\d+(?:\.\d+)? m?s\b/g, 'TIME')
      .replaceAll(/\b\d+[smh]\b +/g, 'AGO  ')
      .replaceAll(/\b\d+[smh]\b/g, 'AGO')
      .replaceAll(/ +$/gm, '');
}
