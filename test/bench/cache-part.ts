import { startSharedCache, type SharedCache } from '../support/shared-cache.ts';
import { servePart } from './part.ts';

let cache: SharedCache | undefined;

export type CachePart = typeof methods;

const methods = {
  /** Starts a cache before a service, and returns where it listens. */
  async start(service: { baseUrl: string }) {
    cache = await startSharedCache(service);
    return cache.baseUrl;
  },
};

servePart(methods, () => cache?.stop());
