import { App } from 'aws-cdk-lib';

/**
 * An app for tests that read templates only: the bundles stay where they are. To copy them for each app, and to delete
 * the copies at the end, took more than half of what making a template costs.
 */
export const newApp = (): App => new App({ postCliContext: { 'aws:cdk:disable-asset-staging': true } });
