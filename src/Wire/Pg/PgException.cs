namespace DbIngest.Wire.Pg;

/// <summary>A request to a PostgreSQL server failed. Messages carry no credentials.</summary>
public abstract class PgException : Exception
{
    private protected PgException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
