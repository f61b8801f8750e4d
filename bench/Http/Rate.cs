namespace DbIngest.Bench.Http;

/// <summary>The throughput and cost of one generator in one run.</summary>
/// <param name="RequestsPerS">Answered requests per second.</param>
/// <param name="CpuUs">CPU of the generator in microseconds a request.</param>
internal sealed record Rate(double RequestsPerS, double CpuUs);
