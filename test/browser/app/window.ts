import './node-window.cjs';
import { installElementHelpers } from './element-helpers';

if (typeof document !== 'undefined') installElementHelpers();
