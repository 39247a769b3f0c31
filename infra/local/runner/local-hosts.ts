import { parsePublicUrl, UrlRefused } from '../../../shared/kernel/net/public-url.ts';
import { StartError } from './start-error.ts';

/** Outside host names that are served on this machine, each with its port on 127.0.0.1. */
export type LocalHosts = Record<string, number>;

/** The inbox's host name, which is always served here. */
export const INBOX_HOST = 'inbox.plotline.test';

/** With those of AWS, as many as `redirectHosts` has addresses for. */
const HOSTS_MAX = 240;

/**
 * Parses PLOTLINE_LOCAL_HOSTS: comma-separated `name=127.0.0.1:PORT`; none if it is not set. Throws a
 * StartError with instructions, including for names that Plotline would never send to.
 */
export function readLocalHosts(text = ''): LocalHosts {
  const hosts: LocalHosts = {};
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const fail = (reason: string) =>
      new StartError(
        `PLOTLINE_LOCAL_HOSTS has "${entry}", ${reason}; write name=127.0.0.1:PORT, separated ` +
          'by commas, for example hooks.acme.dev=127.0.0.1:8443, or unset it.',
      );
    const [, name = '', port = ''] = /^([^=:/\s]+)=127\.0\.0\.1:(\d{1,5})$/.exec(entry) ?? [];
    if (name === '') throw fail('which does not have that form');
    if (Number(port) < 1 || Number(port) > 65_535) throw fail('whose port is not from 1 to 65535');
    const host = hostOf(name, fail);
    if (host === INBOX_HOST) throw fail('the name of the inbox, which is already served');
    if (host in hosts) throw fail('whose name is repeated');
    hosts[host] = Number(port);
  }
  if (Object.keys(hosts).length <= HOSTS_MAX) return hosts;
  throw new StartError(`PLOTLINE_LOCAL_HOSTS has more than ${HOSTS_MAX} names; keep those that you need.`);
}

function hostOf(name: string, fail: (reason: string) => StartError): string {
  try {
    return parsePublicUrl(`https://${name}/`).hostname;
  } catch (error) {
    if (error instanceof UrlRefused) throw fail(`and a webhook's URL ${error.message}`);
    throw error;
  }
}
