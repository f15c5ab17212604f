ALTER TABLE "report" ADD COLUMN "wire" TEXT NOT NULL DEFAULT 'documented';
