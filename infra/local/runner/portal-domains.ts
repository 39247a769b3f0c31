import { CUSTOM_DOMAINS_VARIABLE } from '../../../shared/kernel/api/http/custom-domain.ts';
import { addresses } from '../../../shared/pages/public-portals/addresses.ts';
import { StartError } from './start-error.ts';

/**
 * The variables that PLOTLINE_PORTAL_DOMAINS sets: hosts with the slugs of their portals, such as
 * `feedback.acme.test=acme`, separated by commas. None if it is not set. Throws a StartError for anything else.
 */
export function readPortalDomains(text: string | undefined): Record<string, string> {
  if (!text) return {};
  const homes = text.split(',').map((pair): [string, string] => {
    const [, host, slug] = /^\s*([a-z0-9.-]+)=([a-z0-9-]+)\s*$/.exec(pair) ?? [];
    if (host !== undefined && slug !== undefined) return [host, addresses.portal(slug)];
    throw new StartError(
      `PLOTLINE_PORTAL_DOMAINS is "${text}"; set it to hosts with slugs, such as feedback.acme.test=acme, or leave it unset.`,
    );
  });
  return { [CUSTOM_DOMAINS_VARIABLE]: JSON.stringify(Object.fromEntries(homes)) };
}
