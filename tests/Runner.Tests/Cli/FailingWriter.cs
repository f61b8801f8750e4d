namespace DbIngest.Runner.Tests.Cli;

/// <summary>A console that fails as a device does, so many times.</summary>
internal sealed class FailingWriter(int failures, Exception? failure = null) : StringWriter
{
    private int _left = failures;

    public override void Write(char value)
    {
        Fail();
        base.Write(value);
    }

    public override void Write(string? value)
    {
        Fail();
        base.Write(value);
    }

    public override void WriteLine(string? value)
    {
        Fail();
        base.WriteLine(value);
    }

    private void Fail()
    {
        if (_left > 0)
        {
            _left--;
            throw failure ?? new IOException("No space left on device");
        }
    }
}
