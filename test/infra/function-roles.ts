import { functionGroups } from '../../shared/surface/registry.ts';
import { templatesFor } from './synthesize.ts';

/** The logical id of each role of production by that of its function, for functions with aliases. */
export const functionRoles = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(templatesFor('prod').api.findResources('AWS::Lambda::Function'))
      .filter(([, { Properties }]) => groupNames.has(String(Properties.Description)))
      .map(([id, { Properties }]) => [id, (Properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]]),
  );

const groupNames = new Set(Object.keys(functionGroups).map((name) => `Plotline: ${name}`));
