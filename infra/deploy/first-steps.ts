import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { stackNames } from '../stack-names.ts';

/** The operator's steps after the first deployment, as text for the terminal. */
export function firstSteps(config: EnvironmentConfig, baseUrl: string, domainTarget?: string): string {
  const { domain, alarmEmail, id } = config;
  const stack = `--stack ${stackNames(config).data}`;
  return [
    '',
    `Plotline ${id}: ${baseUrl}`,
    '',
    ...(domain && domainTarget ? [`Let a CNAME record of ${domain.name} lead to ${domainTarget}.`] : []),
    ...(alarmEmail ? [`AWS has mailed ${alarmEmail} to confirm that alarms go there; follow its link.`] : []),
    'After the first deployment, make a workspace and its admin:',
    `  npx plotline workspaces create "Acme Inc" --slug acme ${stack}`,
    `  npx plotline members create ada@example.com --name "Ada Lovelace" --role admin -w acme ${stack}`,
    `  npx plotline members invite ada@example.com -w acme --base-url ${baseUrl} ${stack}`,
  ].join('\n');
}
