import { INTEGRATIONS, type ApiBody, type BodyIntegration } from '../../constructs/api-body.ts';
import { StartError } from '../runner/start-error.ts';
import type { Resolver } from '../template/intrinsics.ts';
import type { TemplateResource } from '../template/template.ts';

interface PolicyStatement {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
}

type Policies = readonly { PolicyDocument: { Statement: PolicyStatement[] } }[];

/** The ARN of the function, version or alias that an integration invokes. */
export const invokedArn = ({ uri }: Pick<BodyIntegration, 'uri'>): string =>
  /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri;

/**
 * Throws a StartError for an integration that the gateway's role does not allow, for which AWS would answer 500. Nothing
 * is refused where an API names no role, or the template has none, as the snapshot for machines without the CDK.
 */
export function assertInvocable(api: TemplateResource, resolver: Resolver): void {
  const template = (api.properties['Body'] as ApiBody).components[INTEGRATIONS];
  const resolved = (resolver.property(api, 'Body') as ApiBody).components[INTEGRATIONS];
  for (const [name, integration] of Object.entries(resolved)) {
    const allowed = allowedBy(roleOf(api, template[name]!), resolver);
    const arn = invokedArn(integration);
    if (allowed && !allowed.includes(arn)) {
      throw new StartError(
        `The gateway's role does not allow it to invoke ${arn}: AWS would answer 500 to requests for ${name}.`,
      );
    }
  }
}

/** Before it is resolved, an integration says which resource its role is. */
function roleOf({ stack }: TemplateResource, { credentials }: BodyIntegration): TemplateResource | undefined {
  const { 'Fn::GetAtt': [id = ''] = [] } = (credentials ?? {}) as { 'Fn::GetAtt'?: string[] };
  return stack.resources.get(id);
}

/** The functions that a role allows to invoke. */
const allowedBy = (role: TemplateResource | undefined, resolver: Resolver): string[] | undefined =>
  role &&
  (resolver.property(role, 'Policies') as Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect, Action }) => Effect === 'Allow' && [Action].flat().includes('lambda:InvokeFunction'))
    .flatMap(({ Resource }) => Resource);
