import type { EnvironmentConfig } from './constructs/environment-config.ts';
import { assertConcurrencyFits } from './constructs/reserved-concurrency.ts';

/** Throws an Error that says what to put right in `file`, for settings that do not fit each other. */
export function assertSettingsFit(config: EnvironmentConfig, file: string): void {
  assertTenantsFit(config, file);
  assertSenderFits(config, file);
  assertConcurrencyFits(config, file);
  assertPortalHostsFit(config, file);
  assertEdgeFits(config, file);
  assertGatewayFits(config, file);
  assertCellsFit(config, file);
  const [, , , topicRegion] = config.alarmTopicArn?.split(':') ?? [];
  if (config.region !== undefined && topicRegion !== undefined && topicRegion !== config.region) {
    throw new Error(
      `alarmTopicArn in ${file} is of ${topicRegion}: alarms of ${config.region} reach topics of that region only.`,
    );
  }
  const [, , , layerRegion] = config.openTelemetry?.layerArn.split(':') ?? [];
  if (config.region !== undefined && layerRegion !== undefined && layerRegion !== config.region) {
    throw new Error(
      `openTelemetry.layerArn in ${file} is of ${layerRegion}: functions take layers of ${config.region}.`,
    );
  }
  if (config.monthlyBudget && !config.alarmEmail) {
    throw new Error(`monthlyBudget in ${file} needs alarmEmail, the address to tell.`);
  }
}

/** The largest share of the gateway's limit that one workspace may use. */
const WORKSPACE_SHARE_MAX = 0.5;

/** A workspace within its limit must not use up what all callers share. */
function assertTenantsFit({ rateLimits, throttle }: EnvironmentConfig, file: string): void {
  const { credential, workspace } = rateLimits;
  if (credential > workspace) {
    throw new Error(
      `rateLimits in ${file} allow a credential more than its workspace: set workspace to at least ${credential}.`,
    );
  }
  const most = throttle.rate * 60 * WORKSPACE_SHARE_MAX;
  if (workspace <= most) return;
  throw new Error(
    `rateLimits.workspace in ${file} is ${workspace} requests a minute, more than half of what the gateway's ` +
      `throttle lets through: set it to at most ${most}, or raise throttle.rate.`,
  );
}

/** CloudFront has one certificate, and the service's own name must not become a portal's. */
function assertPortalHostsFit(
  { portalHosts = [], domain, edge, cell }: EnvironmentConfig,
  file: string,
): void {
  if (portalHosts.length === 0) return;
  if (cell) {
    throw new Error(
      `portalHosts in ${file} are served by the distribution in front: name them in hosts of this cell there, each on its own.`,
    );
  }
  if (edge !== 'front' || domain === undefined) {
    throw new Error(
      `portalHosts in ${file} need CloudFront and a domain: use a staging or production environment, and set domain with a certificate that covers ${portalHosts.join(', ')}.`,
    );
  }
  if (portalHosts.includes(domain.name)) {
    throw new Error(`portalHosts in ${file} name ${domain.name}, which is the service's own domain.`);
  }
}

/** SES sends only from addresses of the domain; what receives mail is deployed with what sends it. */
function assertSenderFits({ mail, inboundMailDomain }: EnvironmentConfig, file: string): void {
  if (inboundMailDomain !== undefined && inboundMailDomain === mail?.domain) {
    throw new Error(
      `inboundMailDomain in ${file} must not be mail.domain: set another, such as triage.${mail.domain}.`,
    );
  }
  if (inboundMailDomain !== undefined && mail === undefined) {
    throw new Error(`inboundMailDomain in ${file} needs mail, the domain that mail is sent from.`);
  }
  if (mail?.from === undefined || mail.from.replace(/>$/, '').endsWith(`@${mail.domain}`)) return;
  throw new Error(`mail.from in ${file} is ${mail.from}: set it to an address at ${mail.domain}.`);
}

/** A firewall is CloudFront's, and so is the domain of a service that is reached through it only. */
function assertEdgeFits({ edge, domain, webAclArn, edgeLogs }: EnvironmentConfig, file: string): void {
  if (webAclArn && !edge) {
    throw new Error(`webAclArn in ${file} needs CloudFront: set edge to front or separate.`);
  }
  if (edgeLogs && !edge) {
    throw new Error(`edgeLogs in ${file} needs CloudFront: set edge to front or separate.`);
  }
  const [, , , region] = domain?.certificateArn.split(':') ?? [];
  if (edge === 'front' && region !== undefined && region !== 'us-east-1') {
    throw new Error(
      `domain.certificateArn in ${file} is of ${region}: CloudFront takes certificates of us-east-1 only.`,
    );
  }
}

/** What CloudFront calls must not be its own name, and has a certificate where the gateway is. */
function assertGatewayFits(
  { gatewayDomain, domain, edge, cell, region }: EnvironmentConfig,
  file: string,
): void {
  if (!gatewayDomain) return;
  if ((edge !== 'front' && !cell) || domain === undefined) {
    throw new Error(`gatewayDomain in ${file} needs CloudFront and a domain: set edge to front, and domain.`);
  }
  if (gatewayDomain.name === domain.name) {
    throw new Error(
      `gatewayDomain in ${file} is the domain itself: set another, such as gateway.${domain.name}.`,
    );
  }
  const [, , , where] = gatewayDomain.certificateArn.split(':');
  if (region !== undefined && where !== region) {
    throw new Error(`gatewayDomain.certificateArn in ${file} is of ${where}: it must be of ${region}.`);
  }
}

/** Cells share the distribution of the first one, in which each has a number and names of its own. */
function assertCellsFit(
  { cells = [], cell, domain, edge, portalHosts = [], account, region }: EnvironmentConfig,
  file: string,
): void {
  if (cell && domain === undefined) {
    throw new Error(
      `cell in ${file} needs domain: the name of its pages, which the distribution in front has too.`,
    );
  }
  const [, , , keyRegion, keyAccount] = cell?.edgeKeyArn.split(':') ?? [];
  if (cell && account !== undefined && keyAccount !== account) {
    throw new Error(
      `cell.edgeKeyArn in ${file} is of the account ${keyAccount}: a cell must be in the account of its distribution, since no other can read a secret that AWS's own key encrypts.`,
    );
  }
  if (cell && region !== undefined && keyRegion !== region) {
    throw new Error(
      `cell.edgeKeyArn in ${file} is of ${keyRegion}: replicate the secret to ${region}, and set the ARN of the replica.`,
    );
  }
  if (cells.length === 0) return;
  if (edge !== 'front' || domain === undefined) {
    throw new Error(`cells in ${file} need CloudFront and a domain: set edge to front, and domain.`);
  }
  const hosts = [domain.name, ...portalHosts, ...cells.flatMap((one) => one.hosts)];
  const twice = repeated(hosts) ?? repeated(cells.map(({ number }) => number));
  if (twice !== undefined)
    throw new Error(`${twice} is there twice in ${file}: each cell has its own number and hosts.`);
}

const repeated = <T>(values: readonly T[]): T | undefined =>
  values.find((value, at) => values.indexOf(value) !== at);
