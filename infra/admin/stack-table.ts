import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from './command-error.ts';

const run = promisify(execFile);

interface StackResource {
  ResourceType: string;
  PhysicalResourceId?: string;
}

/**
 * The name of the table in a deployed stack, asked of CloudFormation through the `aws` command with its
 * credentials and region. Throws CommandError that says what to do when that is missing or refuses.
 */
export async function findStackTable(stack: string): Promise<string> {
  const resources = await describeResources(stack);
  const tables = resources.filter(({ ResourceType }) => /^AWS::DynamoDB::(Global)?Table$/.test(ResourceType));
  const [name] = tables.map(({ PhysicalResourceId }) => PhysicalResourceId);
  if (name) return name;
  throw new CommandError(
    `The stack ${stack} holds no table; name the data stack, Plotline-<environment>-data.`,
  );
}

async function describeResources(stack: string): Promise<StackResource[]> {
  const call = ['cloudformation', 'describe-stack-resources', '--stack-name', stack, '--output', 'json'];
  try {
    const { stdout } = await run('aws', call, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
    return (JSON.parse(stdout) as { StackResources: StackResource[] }).StackResources;
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
      '--stack needs the aws command, which is not installed: install the AWS CLI, or name the table itself with ' +
      `--table (in the CloudFormation console among the resources of ${stack}).`
    );
  }
  const said = (stderr ?? message).trim().split('\n').at(-1) ?? '';
  return `The aws command could not describe the stack ${stack}: ${said} Check name, credentials and AWS_REGION.`;
}
