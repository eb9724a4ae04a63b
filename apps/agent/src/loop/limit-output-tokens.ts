type Parameters = Readonly<Record<string, unknown>>;

/** Providers know the limit by one of these names. */
const NAMES = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * Limits the tokens of one answer to what the operator allows, or fewer if the caller says so, by the name that
 * the caller used: some providers refuse a request with both names.
 */
export function limitOutputTokens(parameters: Parameters, max: number | undefined): Parameters {
  if (max === undefined) return parameters;
  const named = NAMES.filter((name) => (parameters[name] ?? null) !== null);
  const wanted = named.length === 0 ? (['max_tokens'] as const) : named;
  const caps = wanted.map((name) => [name, fits(parameters[name], max) ? parameters[name] : max]);
  return { ...parameters, ...Object.fromEntries(caps) };
}

/** A value that is not a count is no limit: to some providers -1 means unlimited. */
function fits(count: unknown, max: number): boolean {
  return typeof count === 'number' && count >= 1 && count <= max;
}
