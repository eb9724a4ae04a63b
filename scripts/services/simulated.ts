/** What points both services at a simulator, and at nothing else: keys of whoever starts it are left out. */
export function simulated(port: string): NodeJS.ProcessEnv {
  const models = `http://127.0.0.1:${port}/v1`;
  return {
    SIMULATOR_HOST: '127.0.0.1',
    SIMULATOR_PORT: port,
    HUB_BASE_URL: models,
    HUB_API_KEY: '',
    STUDIO_BASE_URL: models,
    STUDIO_API_KEY: '',
    STUDIO_ORG_ID: '',
    STUDIO_PROTOCOL: '',
    STUDIO_MODELS:
      'sim-v1=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01,sim-v2=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a02',
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: models,
    JUDGE_API_KEY: '',
    EMBEDDINGS_MODEL: '',
    ASSAY_SIMULATED: '1',
  };
}
