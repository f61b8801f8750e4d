namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Retries of one database in place of the program's default. A <see cref="TargetDefinition"/> whose database takes long to
/// fail over defines them, and <c>SweepRequestReader</c> of the command line reads them. <c>--retries</c> and
/// <c>--retry-delay</c> always win: each replaces its own number. The manifest stores both numbers, so the members must not be
/// renamed.
/// </summary>
/// <param name="Retries">Attempts after the first, 0 to 100.</param>
/// <param name="DelayS">Seconds before the first retry, 0 to 30. The delay doubles with each retry, up to 30 s.</param>
public sealed record RetryDefault(int Retries, double DelayS);
