type Parameters = Readonly<Record<string, unknown>>;

/** Providers use one of these names for the limit. */
const NAMES = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * Limits the output tokens of one answer to the operator's maximum, or to the caller's limit if that is lower. Keeps
 * the parameter name that the caller used, because some providers reject a request with both names.
 */
export function limitOutputTokens(parameters: Parameters, max: number | undefined): Parameters {
  if (max === undefined) return parameters;
  const named = NAMES.filter((name) => (parameters[name] ?? null) !== null);
  const wanted = named.length === 0 ? (['max_tokens'] as const) : named;
  const caps = wanted.map((name) => [name, fits(parameters[name], max) ? parameters[name] : max]);
  return { ...parameters, ...Object.fromEntries(caps) };
}

/** False for values that are not a count: some providers read -1 as unlimited. */
function fits(count: unknown, max: number): boolean {
  return typeof count === 'number' && count >= 1 && count <= max;
}
