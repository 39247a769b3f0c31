import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { awsEnvironment } from './aws-environment.ts';
import { CommandError } from './command-error.ts';

const run = promisify(execFile);

interface StackResource {
  ResourceType: string;
  PhysicalResourceId?: string;
}

/**
 * Looks up the table name of a deployed stack in CloudFormation, through the `aws` command with its
 * credentials and region. Throws a CommandError with instructions if the command is missing or fails.
 */
export async function findStackTable(stack: string): Promise<string> {
  const { StackResources } = await describe<{ StackResources: StackResource[] }>(
    stack,
    'describe-stack-resources',
  );
  const tables = StackResources.filter(({ ResourceType }) =>
    /^AWS::DynamoDB::(Global)?Table$/.test(ResourceType),
  );
  const [name] = tables.map(({ PhysicalResourceId }) => PhysicalResourceId);
  if (name) return name;
  // A table restored from a backup is none of the stack's own.
  const given = (await findStackOutputs(stack)).get('TableName');
  if (given) return given;
  throw new CommandError(
    `The stack ${stack} holds no table; name the data stack, Plotline-<environment>-data.`,
  );
}

/** Returns the outputs of a deployed stack by name; throws like findStackTable. */
export async function findStackOutputs(stack: string): Promise<Map<string, string>> {
  const { Stacks } = await describe<{ Stacks: { Outputs?: StackOutput[] }[] }>(stack, 'describe-stacks');
  return new Map(Stacks[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]) ?? []);
}

interface StackOutput {
  OutputKey: string;
  OutputValue: string;
}

async function describe<T>(stack: string, call: string): Promise<T> {
  const parameters = ['cloudformation', call, '--stack-name', stack, '--output', 'json'];
  try {
    const { stdout } = await run('aws', parameters, {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
      env: awsEnvironment(),
    });
    return JSON.parse(stdout) as T;
  } catch (error) {
    throw new CommandError(reason(stack, error as NodeJS.ErrnoException & { stderr?: string }));
  }
}

function reason(
  stack: string,
  { code, stderr, message }: NodeJS.ErrnoException & { stderr?: string },
): string {
  if (code === 'ENOENT') {
    return (
      '--stack requires the aws command, which is not installed: install the AWS CLI, or ' +
      'set the table with --table (listed in the CloudFormation console among the resources ' +
      `of ${stack}).`
    );
  }
  const said = (stderr ?? message).trim().split('\n').at(-1) ?? '';
  return `The aws command could not describe the stack ${stack}: ${said} Check name, credentials and AWS_REGION.`;
}
