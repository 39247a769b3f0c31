/** The partitions of AWS whose endpoints follow from the region: their regions and the domain of their endpoints. */
const PARTITIONS = {
  aws: { regions: /^(us|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d$/, domain: 'amazonaws.com' },
  'aws-us-gov': { regions: /^us-gov-[a-z]+-\d$/, domain: 'amazonaws.com' },
  'aws-cn': { regions: /^cn-[a-z]+-\d$/, domain: 'amazonaws.com.cn' },
} as const;

export type Partition = keyof typeof PARTITIONS;

const partitions = Object.keys(PARTITIONS) as Partition[];

/** The partition of a region; undefined for a region of another one. Roles are only assumed within one. */
export const partitionOf = (region: string): Partition | undefined =>
  partitions.find((partition) => PARTITIONS[partition].regions.test(region));

/** The host of a service of AWS in a region. It is computed, so that no request names one. */
export const endpointOf = (service: string, region: string): string =>
  `${service}.${region}.${PARTITIONS[partitionOf(region)!].domain}`;
