using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A failure of a vendor's driver. <see cref="DriverCalls"/> and sessions of drivers make it, so that the guard of a
/// <see cref="ServerTarget{TTable}"/> treats it like a failure of the protocol clients. The guard does not convert other
/// exceptions of a driver.
/// </summary>
/// <param name="cause">The exception of the driver.</param>
internal sealed class DriverException(Exception cause) : WireException(cause.Message, cause)
{
    /// <summary>The driver's exception inside a <see cref="DriverException"/>, or else the failure itself.</summary>
    /// <param name="error">A failure of either client.</param>
    public static Exception CauseOf(Exception error) => error is DriverException ? error.InnerException! : error;
}
