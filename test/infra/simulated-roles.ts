import { runSimulation } from '@cloud-copilot/iam-simulate';
import { createResolver } from '../../infra/local/template/intrinsics.ts';
import { physicalName, resourceValues } from '../../infra/local/template/resources.ts';
import { loadAssembly, type TemplateResource } from '../../infra/local/template/template.ts';

/** A call as IAM decides on it. */
export interface AwsCall {
  /** Such as `s3:GetObject`. */
  action: string;
  /** An ARN, or `*` for calls that name nothing. */
  resource: string;
  /** Values of condition keys. */
  context?: Record<string, string | string[]>;
}

/** The role of a function, with its inline and managed policies. */
export interface SimulatedRole {
  arn: string;
  policies: { name: string; policy: object }[];
}

interface Deployed {
  /** By the beginning of the function's id: `Stories`, `WebhookDelivery`. */
  roles: ReadonlyMap<string, SimulatedRole>;
  /** The ARN of the first resource of a type whose id begins so. */
  arnOf: (type: string, start: string) => string;
}

/** Of what the local runner never asks for the value. */
function valuesOf(resource: TemplateResource) {
  const { type, stack } = resource;
  const name = physicalName(resource);
  const arnIn = (service: string, path: string) =>
    `arn:aws:${service}:${stack.region}:${stack.account}:${path}`;
  if (type === 'AWS::Logs::LogGroup')
    return { ref: name, attributes: { Arn: arnIn('logs', `log-group:${name}:*`) } };
  if (type === 'AWS::IAM::ManagedPolicy')
    return { ref: `arn:aws:iam::${stack.account}:policy/${name}`, attributes: {} };
  if (type === 'AWS::SES::EmailIdentity') return { ref: 'plotline.test', attributes: {} };
  return resourceValues({ baseUrl: '', queueUrl: (queue) => physicalName(queue) })(resource);
}

/** Reads the roles of all functions from an assembly, with every name filled in. */
export function simulatedRoles(directory: string): Deployed {
  const assembly = loadAssembly(directory);
  const resolver = createResolver(assembly, valuesOf);
  const managed = (role: TemplateResource) =>
    ((role.properties['ManagedPolicyArns'] ?? []) as unknown[]).flatMap((_, at) => {
      const arns = resolver.property(role, 'ManagedPolicyArns') as string[];
      const found = assembly.resources.find(
        (one) => one.type === 'AWS::IAM::ManagedPolicy' && valuesOf(one).ref === arns[at],
      );
      return found
        ? [{ name: found.logicalId, policy: resolver.property(found, 'PolicyDocument') as object }]
        : [];
    });
  const inline = (role: TemplateResource) =>
    ((resolver.property(role, 'Policies') ?? []) as { PolicyName: string; PolicyDocument: object }[]).map(
      ({ PolicyName: name, PolicyDocument: policy }) => ({ name, policy }),
    );
  const roles = assembly.resources
    .filter(({ type, properties }) => type === 'AWS::Lambda::Function' && isOurs(properties))
    .map(({ stack, properties, name }) => {
      const { 'Fn::GetAtt': [id] = [] } = properties['Role'] as { 'Fn::GetAtt'?: [string, string] };
      const role = stack.resources.get(id!)!;
      const policies = [...inline(role), ...managed(role)];
      return [name.replace(/Function$/, ''), { arn: valuesOf(role).attributes['Arn']!, policies }] as const;
    });
  return {
    roles: new Map(roles),
    arnOf: (type, start) => {
      const found = assembly.resources.find((one) => one.type === type && one.logicalId.startsWith(start));
      const { ref, attributes } = valuesOf(found!);
      return attributes['Arn'] ?? ref;
    },
  };
}

const isOurs = ({ Description }: Record<string, unknown>): boolean =>
  String(Description).startsWith('Plotline: ');

/** Whether IAM would allow a role a call. Throws an Error where the call or a policy is none that IAM knows. */
export async function mayCall(
  { arn, policies }: SimulatedRole,
  { action, resource, context = {} }: AwsCall,
): Promise<boolean> {
  const result = await runSimulation(
    {
      request: {
        principal: arn,
        action,
        // In this account, unless it says otherwise: IAM asks the other account's policies too.
        resource: { resource, accountId: arn.split(':')[4]! },
        contextVariables: context,
      },
      identityPolicies: policies,
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (result.resultType === 'error')
    throw new Error(`${action} on ${resource}: ${JSON.stringify(result.errors)}`);
  return result.overallResult === 'Allowed';
}
