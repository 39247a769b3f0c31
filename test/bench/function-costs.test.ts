import { expect, test } from 'vitest';
import { productionResources } from './cost-deployment.ts';
import { gatewayFunctions, platformLogged, secretsOf } from './template-costs.ts';

test('a function costs more by who invokes it, by the secrets that it knows, and by what Lambda logs of it', () => {
  const resources = productionResources();
  const gateway = gatewayFunctions(resources);
  const logged = platformLogged(resources);
  expect([...gateway].filter((name) => logged.has(name))).toEqual([]);
  expect(gateway).toContain('StoriesFunction');
  expect([...logged]).toEqual(expect.arrayContaining(['ProjectorFunction', 'WebhookDeliveryFunction']));
  expect(secretsOf(resources).get('WebhookDeliveryFunction')).toBe(1);
  expect(secretsOf(resources).get('ProjectorFunction')).toBe(0);
});
