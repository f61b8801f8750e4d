namespace DbIngest.Bench.Http;

/// <summary>What a generator reached.</summary>
/// <param name="RequestsPerS">Answered requests per second.</param>
/// <param name="CpuUs">CPU of the generator in microseconds a request.</param>
internal sealed record Rate(double RequestsPerS, double CpuUs);
