/** OpenAI itself knows its models by their bare names, hubs know them as <provider>/<model>. */
export function isOpenai(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com';
}
