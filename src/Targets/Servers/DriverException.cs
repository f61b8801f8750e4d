using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A failure of a vendor's driver, so that the guard of a <see cref="ServerTarget{TTable}"/> meets it as it meets those of the
/// protocol clients. <see cref="DriverCalls"/> makes it.
/// </summary>
/// <param name="cause">What the driver threw.</param>
internal sealed class DriverException(Exception cause) : WireException(cause.Message, cause)
{
    /// <summary>What the driver threw, or the exception itself where it is no driver's.</summary>
    /// <param name="error">A failure of either client.</param>
    public static Exception CauseOf(Exception error) => error is DriverException ? error.InnerException! : error;
}
