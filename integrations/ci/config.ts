import { z } from 'zod';

/** An empty input counts as absent. */
const given = z
  .string()
  .optional()
  .transform((text) => (text?.trim() ? text.trim() : undefined));
/** One value per line, because file names may contain spaces. */
const lines = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

const Inputs = z.object({
  FAIRTRIAL_FILES: lines,
  FAIRTRIAL_GATES: lines,
  FAIRTRIAL_MODEL: given,
  FAIRTRIAL_ENDPOINT: given,
  FAIRTRIAL_ATTEMPTS: given,
  FAIRTRIAL_BASELINE: given,
  FAIRTRIAL_SERVER: given,
  FAIRTRIAL_RUN_NAME: given,
  FAIRTRIAL_OUTPUT: z.string().default('fairtrial-report'),
  /** Distinguishes several comments on one change. */
  FAIRTRIAL_COMMENT: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .default('default'),
  GITHUB_ACTIONS: given,
  GITHUB_API_URL: z.string().default('https://api.github.com'),
  GITHUB_REPOSITORY: given,
  GITHUB_EVENT_PATH: given,
  GITHUB_OUTPUT: given,
  GITHUB_STEP_SUMMARY: given,
  GITHUB_TOKEN: given,
  CI_API_V4_URL: given,
  CI_PROJECT_ID: given,
  CI_MERGE_REQUEST_IID: given,
  GITLAB_TOKEN: given,
});
/** Inputs of the pipeline, and variables set by the code host. */
export type Inputs = z.infer<typeof Inputs>;

export function readInputs(): Inputs {
  return Inputs.parse(process.env);
}
