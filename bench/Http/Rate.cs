namespace DbIngest.Bench.Http;

/// <summary>The throughput and cost of one generator in one run.</summary>
/// <param name="RequestsPerS">Answered requests per second.</param>
/// <param name="CpuUs">CPU microseconds of the generator per request.</param>
internal sealed record Rate(double RequestsPerS, double CpuUs);
