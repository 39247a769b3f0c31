/** In bundles, replaces the SDK's question to EC2 for the region, which Lambda sets in a variable. */
export const getInstanceMetadataRegion = (): Promise<undefined> => Promise.resolve(undefined);
