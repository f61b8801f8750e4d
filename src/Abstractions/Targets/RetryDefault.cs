namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Default retries of one database, used without <c>--retries</c>. A <see cref="TargetDefinition"/> whose database takes long to
/// fail over defines it, and the command line fills the run's retry options from it. An explicit option always wins.
/// </summary>
/// <param name="Retries">Attempts after the first, 0 to 100.</param>
/// <param name="DelayS">Seconds before the first retry. The delay doubles with each retry, up to 30 s.</param>
public sealed record RetryDefault(int Retries, double DelayS);
