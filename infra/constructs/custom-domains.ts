import { addresses } from '../../shared/pages/public-portals/addresses.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** The value of CUSTOM_DOMAINS_VARIABLE: the path of the first page of each host that a portal has of its own. */
export function customDomainsOf({ portalDomains = {} }: Pick<EnvironmentConfig, 'portalDomains'>): string {
  const homes = Object.entries(portalDomains).map(([host, slug]) => [host, addresses.portal(slug)]);
  return JSON.stringify(Object.fromEntries(homes));
}
