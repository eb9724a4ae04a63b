import { JsonPointer, Protocol } from '@fairtrial/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Options for calling the endpoint under test. */
export function addEndpointOptions(command: Command): void {
  command
    .option('--endpoint <url>', 'the endpoint under test')
    .option('--model <id>', 'the model at that endpoint')
    .addOption(
      new Option(
        '--protocol <name>',
        'the protocol of the endpoint (default: detected from its path)',
      ).choices(['auto', ...Protocol.options]),
    )
    .option(
      '--target <name>',
      'how to call an API of another shape: a target of the configuration file, a file (.yaml, .yml or .json), or a stored target',
    )
    .option(
      '--reply <pointer>',
      'where the text of the reply is in an answer of unknown shape, such as /data/answer; replaces that of the target',
      toPointer,
    );
}

function toPointer(text: string): string {
  if (JsonPointer.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be a JSON Pointer, such as /data/answer.');
}
