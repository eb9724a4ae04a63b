/** The secrets of the environment and the texts of its projects. Every answer is searched for them. */
import { KEY_NAMES, type KeyName } from './request.ts';

/** Random, and unlike any other text. */
export const SECRETS = {
  hub: 'sk-hub-Q7vXm2LpZr9TfKcW4sYb',
  endpoint: 'sk-endpoint-N8dGh3RwEj6UaPtB1qVx',
  judge: 'sk-judge-H5kCz7MnYo2SiDfL0eWu',
};

/** Texts in the runs of a project that no other project may see. */
export const PRIVATE_TEXT = {
  alpha: 'alpha-private-6f1c0b7d',
  beta: 'beta-private-93ae52d8',
};

export function keyOf(name: KeyName): string {
  return `key-${name}-Zt4Rq8Vb1Nc6Xw3Lm9Kd`;
}

const ATTRIBUTES: Readonly<Record<Exclude<KeyName, 'unknown'>, string>> = {
  alpha: 'project=alpha',
  beta: 'project=beta',
  chat: 'project=gamma;scope=chat',
  run: 'project=gamma;scope=run',
  read: 'project=gamma;scope=read',
  metrics: 'project=gamma;scope=metrics',
  edit: 'project=gamma;scope=edit',
  ingest: 'project=gamma;scope=ingest',
  revoked: 'project=alpha;revoked',
  expired: 'project=alpha;expires=2020-01-01',
};

/** The keys that both services accept. */
export function keysEnv(): Readonly<Record<string, string>> {
  const known = Object.entries(ATTRIBUTES).map(
    ([name, attributes]) => `${keyOf(name as KeyName)};name=${name};${attributes}`,
  );
  return { FAIRTRIAL_API_KEYS: known.join(',') };
}

const EVERY_SECRET = [...Object.values(SECRETS), ...KEY_NAMES.map(keyOf)];

/** Returns a secret of the services or a key of a caller in this text. */
export function findSecret(text: string): string | undefined {
  return EVERY_SECRET.find((secret) => text.includes(secret));
}

/**
 * Returns the text that an answer to this caller must not contain: a secret, a key, or a text of another project. Texts
 * that the caller sent are allowed.
 */
export function findLeak(
  text: string,
  caller: KeyName | undefined,
  sent: string,
): string | undefined {
  const foreign = (['alpha', 'beta'] as const)
    .filter((project) => project !== caller)
    .map((project) => PRIVATE_TEXT[project]);
  const found = [...EVERY_SECRET, ...foreign].find(
    (secret) => text.includes(secret) && !sent.includes(secret),
  );
  return found === undefined ? undefined : `the answer holds ${found.slice(0, 16)}…`;
}
