import type { ColumnUse, ImportFormat } from '@fairtrial/contracts';

export const FORMAT_LABELS: Readonly<Record<ImportFormat, string>> = {
  fairtrial: 'Fairtrial (JSON)',
  promptfoo: 'promptfoo',
  'openai-evals': 'OpenAI evals',
  langfuse: 'Langfuse',
  langsmith: 'LangSmith',
  jsonl: 'JSON lines',
  csv: 'CSV',
};

export const FORMATS = Object.keys(FORMAT_LABELS) as ImportFormat[];

export const USE_LABELS: Readonly<Record<ColumnUse, string>> = {
  user_message: 'User message',
  reference_reply: 'Reference reply',
  scenario: 'Name (one conversation per name)',
  id: 'Id of the scenario',
  interaction_type: 'Type of the turn',
  tags: 'Tags (separated by commas)',
  metadata: 'Expected label',
  ignored: 'Not imported',
};

export const USES = Object.keys(USE_LABELS) as ColumnUse[];
