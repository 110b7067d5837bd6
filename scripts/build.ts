import { build } from 'vite';
import { writeBuildStamp } from './build-stamp.ts';
import { compressFiles } from './compress-files.ts';

const startedAt = Date.now();
await build({ logLevel: 'warn' });
await compressFiles('dist');
writeBuildStamp(startedAt);
