namespace DbIngest.Wire.Cql;

/// <summary>A request to a server that speaks CQL failed. Messages carry no credentials.</summary>
public abstract class CqlException : Exception
{
    private protected CqlException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
