namespace DbIngest.Wire.Tds;

/// <summary>The request was cancelled by <see cref="TdsConnection.Cancel"/>, and the server has confirmed it. The connection can be used further.</summary>
public sealed class TdsCanceledException : WireException
{
    /// <summary>Creates the exception.</summary>
    public TdsCanceledException()
        : base("The request was cancelled.", innerException: null)
    {
    }
}
