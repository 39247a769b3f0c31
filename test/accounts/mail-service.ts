import { publicReadRoutes } from '../../shared/kernel/api/http/public-read.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { publicPortalOperations, publicPortalRoutes } from '../../shared/pages/public-portals/index.ts';
import { startClockedService } from '../support/clocked-service.ts';
import { sharedService } from '../support/service.ts';

/** The settings of an environment that sends mail. */
const setting = (name: string) => (name === 'MAIL_FROM' ? 'Plotline <no-reply@plotline.test>' : undefined);

/** The account pages with a clock of their own, in an environment that sends mail. Stop the service. */
export const startMailService = () => startClockedService(accountRoutes, { setting });

/** The same with the public portals, and with the keys of the shared service, whose API writes to the same table. */
export const startPortalMailService = () => {
  const reads = publicPortalOperations.flatMap(publicReadRoutes);
  return startClockedService([...accountRoutes, ...publicPortalRoutes, ...reads], {
    setting,
    keys: fixedKeys(sharedService().keyring),
  });
};
