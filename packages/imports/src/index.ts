export { ChatMessages, chatToConversation } from './chat-to-conversation.ts';
export {
  conversationsToBatch,
  type BatchJson,
  type Conversation,
  type InteractionJson,
  type NamedConversation,
  type ScenarioJson,
} from './conversations-to-batch.ts';
export { COLUMN_NAMES } from './from-csv.ts';
export { ImportError } from './import-error.ts';
export { importFile } from './import-file.ts';
export { parseYaml } from './parse-yaml.ts';
