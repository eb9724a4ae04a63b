import type { Tool } from './tool.ts';

export function createCurrentTime(now: () => Date): Tool {
  return {
    name: 'current_time',
    description: 'The current date and time, in UTC or in a given time zone.',
    parameters: {
      type: 'object',
      properties: {
        time_zone: {
          type: 'string',
          description: 'IANA name, such as Europe/Zurich. UTC if absent.',
        },
      },
    },
    async run({ time_zone: zone = 'UTC' }) {
      try {
        const format = { dateStyle: 'full', timeStyle: 'long', timeZone: String(zone) } as const;
        return new Intl.DateTimeFormat('en-GB', format).format(now());
      } catch (cause) {
        throw new Error(`'${String(zone)}' is not a time zone; use a name like Europe/Zurich`, {
          cause,
        });
      }
    },
  };
}
