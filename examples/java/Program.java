import java.nio.file.NoSuchFileException;

/** How the programs here end: what goes wrong is a line on standard error and exit code 2. */
final class Program {
    interface Body {
        void run() throws Exception;
    }

    private Program() {}

    static void run(Body body) {
        try {
            body.run();
        } catch (Exception error) {
            System.err.println("error: " + said(error));
            System.exit(2);
        }
    }

    private static String said(Exception error) {
        if (error instanceof NoSuchFileException) {
            return "no such file: " + error.getMessage();
        }
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }
}
