-- IDs of rows come from their sequence, but not in a dry run, which is rolled back: a sequence never takes back what it
-- gave. A dry run sets `flightline.placeholder_id` for its transaction to a negative number, from which IDs are counted
-- upwards. It begins where no other dry run does, so that none waits for the unique index of another.
CREATE FUNCTION next_id(sequence regclass) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  placeholder constant text := current_setting('flightline.placeholder_id', true);
BEGIN
  IF coalesce(placeholder, '') = '' THEN RETURN nextval(sequence); END IF;
  PERFORM set_config('flightline.placeholder_id', (placeholder::integer + 1)::text, true);
  RETURN placeholder::integer;
END $$;

ALTER TABLE "ad" ALTER COLUMN "id" SET DEFAULT next_id('ad_id_seq'::regclass);
ALTER TABLE "ad_schedule" ALTER COLUMN "id" SET DEFAULT next_id('ad_schedule_id_seq'::regclass);
ALTER TABLE "ad_countdown" ALTER COLUMN "id" SET DEFAULT next_id('ad_countdown_id_seq'::regclass);
ALTER TABLE "advertiser" ALTER COLUMN "id" SET DEFAULT next_id('advertiser_id_seq'::regclass);
ALTER TABLE "pixel" ALTER COLUMN "id" SET DEFAULT next_id('pixel_id_seq'::regclass);
ALTER TABLE "creative" ALTER COLUMN "id" SET DEFAULT next_id('creative_id_seq'::regclass);
ALTER TABLE "audience" ALTER COLUMN "id" SET DEFAULT next_id('audience_id_seq'::regclass);
ALTER TABLE "campaign" ALTER COLUMN "id" SET DEFAULT next_id('campaign_id_seq'::regclass);
ALTER TABLE "package" ALTER COLUMN "id" SET DEFAULT next_id('package_id_seq'::regclass);
ALTER TABLE "deal" ALTER COLUMN "id" SET DEFAULT next_id('deal_id_seq'::regclass);
ALTER TABLE "segment" ALTER COLUMN "id" SET DEFAULT next_id('segment_id_seq'::regclass);
ALTER TABLE "line" ALTER COLUMN "id" SET DEFAULT next_id('line_id_seq'::regclass);
ALTER TABLE "line_schedule" ALTER COLUMN "id" SET DEFAULT next_id('line_schedule_id_seq'::regclass);
ALTER TABLE "line_fee" ALTER COLUMN "id" SET DEFAULT next_id('line_fee_id_seq'::regclass);
ALTER TABLE "line_conversion" ALTER COLUMN "id" SET DEFAULT next_id('line_conversion_id_seq'::regclass);
ALTER TABLE "bid_multiplier" ALTER COLUMN "id" SET DEFAULT next_id('bid_multiplier_id_seq'::regclass);
ALTER TABLE "native_list" ALTER COLUMN "id" SET DEFAULT next_id('native_list_id_seq'::regclass);
ALTER TABLE "ad_group" ALTER COLUMN "id" SET DEFAULT next_id('ad_group_id_seq'::regclass);
ALTER TABLE "native_ad" ALTER COLUMN "id" SET DEFAULT next_id('native_ad_id_seq'::regclass);
ALTER TABLE "keyword" ALTER COLUMN "id" SET DEFAULT next_id('keyword_id_seq'::regclass);
ALTER TABLE "targeting_attribute" ALTER COLUMN "id" SET DEFAULT next_id('targeting_attribute_id_seq'::regclass);
ALTER TABLE "product_set" ALTER COLUMN "id" SET DEFAULT next_id('product_set_id_seq'::regclass);
ALTER TABLE "line_funnel_attribute" ALTER COLUMN "id" SET DEFAULT next_id('line_funnel_attribute_id_seq'::regclass);
ALTER TABLE "report" ALTER COLUMN "id" SET DEFAULT next_id('report_id_seq'::regclass);
ALTER TABLE "saved_report" ALTER COLUMN "id" SET DEFAULT next_id('saved_report_id_seq'::regclass);
ALTER TABLE "seat" ALTER COLUMN "id" SET DEFAULT next_id('seat_id_seq'::regclass);
ALTER TABLE "account_group" ALTER COLUMN "id" SET DEFAULT next_id('account_group_id_seq'::regclass);
ALTER TABLE "app_user" ALTER COLUMN "id" SET DEFAULT next_id('app_user_id_seq'::regclass);
ALTER TABLE "webhook" ALTER COLUMN "id" SET DEFAULT next_id('webhook_id_seq'::regclass);
