import { build } from 'vite';
import { markBuilt } from './built.ts';
import { compressFiles } from './compress-files.ts';

const beganAt = Date.now();
await build({ logLevel: 'warn' });
await compressFiles('dist');
markBuilt(beganAt);
