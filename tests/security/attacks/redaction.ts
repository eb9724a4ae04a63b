import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { SECRETS } from '../runner/secrets.ts';
import { showRun } from '../runner/show-run.ts';

/** Ways in which an endpoint returns the key that it was sent. */
const ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'with its scheme': (secret) => `Bearer ${secret}`,
  'in upper case': (secret) => secret.toUpperCase(),
  'in lower case': (secret) => secret.toLowerCase(),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64, after one letter': (secret) => Buffer.from(`x${secret}`).toString('base64'),
  'in base64, after two letters': (secret) => Buffer.from(`xy${secret}`).toString('base64'),
  'in base64 for addresses': (secret) => Buffer.from(`${secret}??>`).toString('base64url'),
  'with blanks': (secret) => secret.split('').join(' '),
  'with hyphens': (secret) => secret.split('').join('-'),
};

const CARRIERS: Readonly<Record<string, (response: ServerResponse, text: string) => void>> = {
  reply: (response, text) => sendJson(response, chatCompletion(`The key is ${text}.`)),
  'reply with escapes': (response, text) => {
    const escaped = text
      .split('')
      .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"choices":[{"message":{"role":"assistant","content":"${escaped}"}}]}`);
  },
  'label of the reply': (response, text) =>
    sendJson(response, { ...chatCompletion('x'), metadata: { intent: text } }),
  'call of a tool': (response, text) =>
    sendJson(response, {
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'x',
            tool_calls: [
              {
                id: '1',
                type: 'function',
                function: { name: text.slice(0, 60), arguments: JSON.stringify({ key: text }) },
              },
            ],
          },
        },
      ],
    }),
  'message of an error': (response, text) =>
    sendJson(response, { error: { message: `wrong key ${text}` } }, 401),
  'header of a redirect': (response, text) =>
    response.writeHead(302, { location: `/?key=${encodeURIComponent(text)}` }).end(),
  'text that is no JSON': (response, text) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text),
  'header of the answer': (response, text) => {
    response.writeHead(429, {
      'content-type': 'text/plain',
      'retry-after': text,
      'x-request-id': text,
      'content-language': text,
    });
    response.end('slow down');
  },
};

function keyIn({ authorization = '' }: IncomingHttpHeaders): string {
  return authorization.replace(/^Bearer /, '');
}

function attackEchoes(): readonly ScriptedAttack[] {
  return Object.entries(CARRIERS).flatMap(([carrier, carry]) =>
    Object.entries(ENCODINGS).map(([encoding, encode]) => ({
      name: `the endpoint key ${encoding} in the ${carrier}`,
      async play(environment) {
        const { text: shown, fault } = await showRun(
          environment,
          `${carrier} ${encoding}`,
          ({ headers }, response) => carry(response, encode(keyIn(headers))),
        );
        if (fault !== undefined) return fault;
        const folded = shown.toLowerCase().replaceAll(/[\s-]/g, '');
        // The base64 encodings of the middle of the secret at each of the three offsets.
        const parts = [0, 1, 2].map((skip) =>
          Buffer.from(SECRETS.endpoint.slice(skip, skip + 24)).toString('base64'),
        );
        if (folded.includes(SECRETS.endpoint.toLowerCase().replaceAll('-', '')))
          return 'the key is shown';
        return parts.some((part) => shown.includes(part))
          ? 'the key is shown in base64'
          : undefined;
      },
    })),
  );
}

export const attackClass: AttackClass = {
  title: 'keys in replies',
  attacks: attackEchoes,
};
