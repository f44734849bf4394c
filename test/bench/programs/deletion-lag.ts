import process from 'node:process';
import { longestLag, type LagHistory } from '../../simulation/deletion-lag';

console.log(JSON.stringify(await longestLag(JSON.parse(process.argv[2] ?? '') as LagHistory)));
