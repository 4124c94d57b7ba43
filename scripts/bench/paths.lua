-- Asks for the paths of a file, one after the other, each time as another client: none of them asks too often.
local paths = {}
for line in io.lines(os.getenv("BENCH_PATHS")) do paths[#paths + 1] = line end
local asked = 0
request = function()
  asked = asked + 1
  local client = string.format("10.%d.%d.%d", asked / 65536 % 256, asked / 256 % 256, asked % 256)
  return wrk.format("GET", paths[asked % #paths + 1], { ["X-Forwarded-For"] = client })
end
