import type { Template } from 'aws-cdk-lib/assertions';

export interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: {
    'ForAllValues:StringLike'?: { 'dynamodb:LeadingKeys': string[] };
    Null?: Record<string, string>;
  };
}

interface RoleProperties {
  Policies?: { PolicyDocument: { Statement: Statement[] } }[];
}

/** What the roles of a stack allow, by their ids. */
export const rightsOf = (template: Template): [id: string, statements: Statement[]][] =>
  Object.entries(template.findResources('AWS::IAM::Role')).map(([id, { Properties }]) => [
    id,
    ((Properties as RoleProperties).Policies ?? []).flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  ]);
