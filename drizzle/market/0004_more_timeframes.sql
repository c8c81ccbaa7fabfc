-- Longer candles of the timeframes added to the stored ones, from the stored candles before them.
insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
  trades, quote_volume, taker_volume)
select asset, 30, start,
  (select open from candles where asset = joined.asset and tf = 15 and open_time = first), high, low,
  (select close from candles where asset = joined.asset and tf = 15 and open_time = last),
  volume, is_closed, time, trades, quote_volume, taker_volume
from (
  select candles.asset, open_time / 1800000 * 1800000 as start, min(open_time) as first, max(open_time) as last,
    max(high) as high, min(low) as low, sum(volume) as volume,
    sum(is_closed) = 2 as is_closed, max(time) as time,
    case when count(trades) = count(*) then sum(trades) end as trades,
    case when count(quote_volume) = count(*) then sum(quote_volume) end as quote_volume,
    case when count(taker_volume) = count(*) then sum(taker_volume) end as taker_volume
  from digits cross join candles
  where candles.asset = digits.asset and tf = 15
  group by candles.asset, start
) as joined;
--> statement-breakpoint
insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
  trades, quote_volume, taker_volume)
select asset, 120, start,
  (select open from candles where asset = joined.asset and tf = 60 and open_time = first), high, low,
  (select close from candles where asset = joined.asset and tf = 60 and open_time = last),
  volume, is_closed, time, trades, quote_volume, taker_volume
from (
  select candles.asset, open_time / 7200000 * 7200000 as start, min(open_time) as first, max(open_time) as last,
    max(high) as high, min(low) as low, sum(volume) as volume,
    sum(is_closed) = 2 as is_closed, max(time) as time,
    case when count(trades) = count(*) then sum(trades) end as trades,
    case when count(quote_volume) = count(*) then sum(quote_volume) end as quote_volume,
    case when count(taker_volume) = count(*) then sum(taker_volume) end as taker_volume
  from digits cross join candles
  where candles.asset = digits.asset and tf = 60
  group by candles.asset, start
) as joined;
--> statement-breakpoint
insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
  trades, quote_volume, taker_volume)
select asset, 360, start,
  (select open from candles where asset = joined.asset and tf = 120 and open_time = first), high, low,
  (select close from candles where asset = joined.asset and tf = 120 and open_time = last),
  volume, is_closed, time, trades, quote_volume, taker_volume
from (
  select candles.asset, open_time / 21600000 * 21600000 as start, min(open_time) as first, max(open_time) as last,
    max(high) as high, min(low) as low, sum(volume) as volume,
    sum(is_closed) = 3 as is_closed, max(time) as time,
    case when count(trades) = count(*) then sum(trades) end as trades,
    case when count(quote_volume) = count(*) then sum(quote_volume) end as quote_volume,
    case when count(taker_volume) = count(*) then sum(taker_volume) end as taker_volume
  from digits cross join candles
  where candles.asset = digits.asset and tf = 120
  group by candles.asset, start
) as joined;
--> statement-breakpoint
insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
  trades, quote_volume, taker_volume)
select asset, 720, start,
  (select open from candles where asset = joined.asset and tf = 360 and open_time = first), high, low,
  (select close from candles where asset = joined.asset and tf = 360 and open_time = last),
  volume, is_closed, time, trades, quote_volume, taker_volume
from (
  select candles.asset, open_time / 43200000 * 43200000 as start, min(open_time) as first, max(open_time) as last,
    max(high) as high, min(low) as low, sum(volume) as volume,
    sum(is_closed) = 2 as is_closed, max(time) as time,
    case when count(trades) = count(*) then sum(trades) end as trades,
    case when count(quote_volume) = count(*) then sum(quote_volume) end as quote_volume,
    case when count(taker_volume) = count(*) then sum(taker_volume) end as taker_volume
  from digits cross join candles
  where candles.asset = digits.asset and tf = 360
  group by candles.asset, start
) as joined;
--> statement-breakpoint
insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
  trades, quote_volume, taker_volume)
select asset, 10080, start,
  (select open from candles where asset = joined.asset and tf = 1440 and open_time = first), high, low,
  (select close from candles where asset = joined.asset and tf = 1440 and open_time = last),
  volume, is_closed, time, trades, quote_volume, taker_volume
from (
  select candles.asset, (open_time - 345600000) / 604800000 * 604800000 + 345600000 as start, min(open_time) as first, max(open_time) as last,
    max(high) as high, min(low) as low, sum(volume) as volume,
    sum(is_closed) = 7 as is_closed, max(time) as time,
    case when count(trades) = count(*) then sum(trades) end as trades,
    case when count(quote_volume) = count(*) then sum(quote_volume) end as quote_volume,
    case when count(taker_volume) = count(*) then sum(taker_volume) end as taker_volume
  from digits cross join candles
  where candles.asset = digits.asset and tf = 1440
  group by candles.asset, start
) as joined;
--> statement-breakpoint
insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
  trades, quote_volume, taker_volume)
select asset, 43200, start,
  (select open from candles where asset = joined.asset and tf = 1440 and open_time = first), high, low,
  (select close from candles where asset = joined.asset and tf = 1440 and open_time = last),
  volume, is_closed, time, trades, quote_volume, taker_volume
from (
  select candles.asset, unixepoch(open_time / 1000, 'unixepoch', 'start of month') * 1000 as start, min(open_time) as first, max(open_time) as last,
    max(high) as high, min(low) as low, sum(volume) as volume,
    sum(is_closed) = (unixepoch(open_time / 1000, 'unixepoch', 'start of month','+1 month') - unixepoch(open_time / 1000, 'unixepoch', 'start of month')) / 86400 as is_closed, max(time) as time,
    case when count(trades) = count(*) then sum(trades) end as trades,
    case when count(quote_volume) = count(*) then sum(quote_volume) end as quote_volume,
    case when count(taker_volume) = count(*) then sum(taker_volume) end as taker_volume
  from digits cross join candles
  where candles.asset = digits.asset and tf = 1440
  group by candles.asset, start
) as joined;
